using System;

namespace Shop
{
    /// <summary>A shelf.</summary>
    [Stored]
    public class Shelf<T> : Base
    {
        private int size = 1;

        public int Size { get; set; }

        public Shelf(int size)
        {
            this.size = size;
        }

        [Fact]
        public int Refill(int amount)
        {
            int Twice(int x)
            {
                return x * 2;
            }
            return size + Twice(amount);
        }

        public int Refill(string name) => name.Length;

        public static Shelf<T> operator +(Shelf<T> a, Shelf<T> b)
        {
            return a;
        }
    }

    interface IStore
    {
        int Find(string name);
    }

    enum Colour { Red, Green }

    record Pair(int Left, int Right);
}
