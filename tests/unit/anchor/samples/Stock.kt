package shop

const val LIMIT = 40

/** A shelf. */
@Stored
class Shelf(val size: Int) : Base() {
    val height: Int = 2

    constructor(name: String) : this(name.length) {
        println(name)
    }

    @Test
    fun refill(amount: Int): Int {
        return size + amount
    }

    companion object {
        fun empty() = Shelf(0)
    }
}

interface Store {
    fun find(name: String): Shelf?
}

object Registry {
    fun all(): List<Shelf> {
        return listOf()
    }
}

fun Shelf.`is empty, really`(): Boolean = size == 0
