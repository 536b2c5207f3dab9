const LIMIT = 40;

function weigh(item) {
  return item.weight;
}

class Shelf {
  size = 0;
  refill = () => {
    this.size++;
  };
  static of(items) {
    return new Shelf(items);
  }
}

Shelf.prototype.drain = function () {
  this.size = 0;
};

exports.open = async () => {
  return LIMIT;
};

module.exports = { Shelf, close() { return 1; } };
