/** `npm run licences`: writes docs/licences.md anew, after packages have changed. */
import { writeFileSync } from 'node:fs'
import { licenceFile, licenceList } from './test/licences.ts'

writeFileSync(licenceFile, licenceList())
