#include <vector>

namespace shop {

template <typename T>
class Shelf : public Base {
 public:
  explicit Shelf(int size) : size_(size) {}
  ~Shelf() { clear(); }
  int size() const { return size_; }
  void refill(int amount);

 private:
  int size_;
};

template <typename T>
void Shelf<T>::refill(int amount) {
  size_ += amount;
}

bool operator==(const Box& a, const Box& b) {
  return a.id == b.id;
}

enum class Colour { Red, Green };

using Name = std::string;

}  // namespace shop

TEST(ShelfTest, IsEmpty) {
  EXPECT_EQ(1, 1);
}
