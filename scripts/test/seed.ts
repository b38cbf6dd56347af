import fc from 'fast-check'

/**
 * Where random histories begin: the same in each run, so that a test fails for what was changed and for nothing else.
 * `HONBU_TEST_SEED=random` goes where nobody has been.
 */
const given = process.env.HONBU_TEST_SEED || '1'
if (given !== 'random') fc.configureGlobal({ seed: Number(given) })
