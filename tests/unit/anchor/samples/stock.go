package stock

// Limit is how many a shelf holds.
const Limit = 40

var (
	first  = 1
	second = 2
)

// Shelf holds items.
type Shelf struct {
	items []Item
}

type Store interface {
	Find(name string) *Shelf
}

type Name = string

// Refill adds items.
func (s *Shelf) Refill(items ...Item) {
	local := func() int { return 1 }
	s.items = append(s.items, items[local()])
}

func (l *List[T]) Len() int { return len(l.items) }

func Weigh[T any](item T) (int, error) {
	return 0, nil
}

func TestWeigh(t *testing.T) {
	t.Run("an empty item", func(t *testing.T) {
		t.Fatal("no")
	})
}
