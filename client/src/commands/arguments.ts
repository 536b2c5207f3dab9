/** Arguments of our commands as they come from links, lenses and keybindings: anything may call, so everything is checked. */
import type { PlaceArguments } from '../messages';
import type { CardName } from './feedback';

/** A card id (`"…"`) or an object that has one (`{"id": "…", "handle": "…"}`). */
export function cardArgument(argument: unknown): CardName | undefined {
  if (typeof argument === 'string') {
    return argument ? { id: argument } : undefined;
  }
  if (typeof argument !== 'object' || argument === null || !('id' in argument) || typeof argument.id !== 'string') {
    return undefined;
  }
  const handle = 'handle' in argument && typeof argument.handle === 'string' ? { handle: argument.handle } : {};
  return { id: argument.id, ...handle };
}

export function idsArgument(argument: unknown): string[] {
  return Array.isArray(argument) ? argument.filter((each) => typeof each === 'string') : [];
}

/** The place a card is shown at, as hovers and actions name it. */
export function placeArgument(argument: unknown): PlaceArguments | undefined {
  if (typeof argument !== 'object' || argument === null || !('uri' in argument) || !('position' in argument)) {
    return undefined;
  }
  const { uri, position } = argument;
  if (typeof uri !== 'string' || typeof position !== 'object' || position === null || !('line' in position) || !('character' in position)) {
    return undefined;
  }
  const { line, character } = position;
  return typeof line === 'number' && typeof character === 'number' ? { uri, position: { line, character } } : undefined;
}
