module Shop
  LIMIT = 40

  # A shelf.
  class Shelf < Base
    def self.of(items)
      new(items)
    end

    def refill(amount)
      @size += amount
    end

    class << self
      def empty
        new([])
      end
    end
  end
end

RSpec.describe Shop::Shelf do
  context "when empty" do
    it "refills" do
      expect(1).to eq(1)
    end
  end
end
