// All of one width: as texts, 100 comes before 99.
let made = 100_000

/** For names: nothing that a test makes collides, and what is made later comes later in the alphabet. */
export const next = () => ++made
