let made = 0

/** For names: nothing that a test makes collides. */
export const next = () => ++made
