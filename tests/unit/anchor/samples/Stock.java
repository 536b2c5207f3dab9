package shop;

/** A shelf. */
@Stored
public class Stock<T> extends Base {
    private static final int LIMIT = 40;

    private int size, height;

    public Stock(int size) {
        this.size = size;
    }

    /** Refills. */
    @Override
    public void refill(int amount) {
        size += amount;
    }

    public void refill(String name) {
        refill(name.length());
    }

    static class Builder {
        Stock build() {
            return new Stock(1);
        }
    }
}

interface Store {
    Stock find(String name);
}

enum Colour {
    RED, GREEN;

    boolean warm() {
        return this == RED;
    }
}

record Pair(int left, int right) {
}
