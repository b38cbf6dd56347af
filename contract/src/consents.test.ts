import { expect, it } from 'vitest'
import { consentKinds, consentWording } from './consents.ts'

it.each(['Leeds', '$& $1 $$ $`', '{club}'])('asks with the name of %j as it is', name => {
  for (const { wording } of consentKinds) expect(consentWording(wording, name).startsWith(`${name} may `)).toBe(true)
})
