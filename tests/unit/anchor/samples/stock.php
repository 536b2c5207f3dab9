<?php

namespace Shop;

/** A shelf. */
#[Stored]
class Shelf extends Base
{
    const LIMIT = 40;

    private $size = 1;

    #[Test]
    public function refill(int $amount): int
    {
        return $this->size + $amount;
    }
}

interface Store
{
    public function find(string $name);
}

trait Counts
{
    public function count()
    {
        return 1;
    }
}

function weigh($item)
{
    return $item->weight;
}
