/** What is said of a context that was made: how much it is, and whether more would have been of use. Pure. */
import type { ContextResult } from '../messages';

/** Counted with what the budget had no room for: that alone the user can change. What was less relevant is no loss. */
export function handedOver({ cards, tokens, dropped }: Pick<ContextResult, 'cards' | 'tokens' | 'dropped'>): string {
  const memories = `${cards.length} ${cards.length === 1 ? 'memory' : 'memories'}, ${tokens} tokens`;
  const left = dropped['budget'] ?? 0;
  return left > 0 ? `${memories}; ${left} more did not fit the budget` : memories;
}
