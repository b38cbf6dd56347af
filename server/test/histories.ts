/**
 * How many random histories a property goes through: a few in `npm test`, and many in `npm run test:all`, which also begins
 * at a new seed each time.
 */
export const histories = (few: number, many: number) => (process.env.HONBU_TEST_TIER === 'fast' ? few : many)
