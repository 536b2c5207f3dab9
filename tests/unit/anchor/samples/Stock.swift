import Foundation

let limit = 40

/// A shelf.
@objc
class Shelf: Base {
    var size: Int = 1

    init(size: Int) {
        self.size = size
    }

    func refill(amount: Int) -> Int {
        return size + amount
    }
}

extension Shelf {
    func drain() {
        size = 0
    }
}

struct Box {
    let id: Int
}

enum Colour {
    case red
    func warm() -> Bool { return true }
}

protocol Store {
    func find(name: String) -> Shelf?
}

func weigh(_ item: Shelf) -> Int {
    return item.size
}
