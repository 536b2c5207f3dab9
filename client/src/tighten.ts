/** Settings about privacy may be tightened at every level and loosened at none. Pure. */

/** One setting's value at each level where it was written. */
export interface Levels<T> {
  globalValue?: T | undefined;
  workspaceValue?: T | undefined;
  workspaceFolderValue?: T | undefined;
}

/** On, unless it was switched off somewhere: what the user switched off no repository switches on. */
export function stillOn(levels: Levels<unknown> | undefined): boolean {
  return !written(levels).includes(false);
}

/** Everything that is to be left out by any level. What is no list counts as it is, so that the server can refuse it. */
export function together(levels: Levels<unknown> | undefined): unknown {
  const values = written(levels);
  return values.find((value) => !Array.isArray(value)) ?? [...new Set(values.flat())];
}

/** What the user wrote for all their projects, else the default; a workspace has no say. */
export function ofTheUser<T>(levels: (Levels<T> & { defaultValue?: T | undefined }) | undefined): T | undefined {
  return levels?.globalValue ?? levels?.defaultValue;
}

function written<T>(levels: Levels<T> | undefined): T[] {
  return [levels?.globalValue, levels?.workspaceValue, levels?.workspaceFolderValue].filter((value) => value !== undefined);
}
