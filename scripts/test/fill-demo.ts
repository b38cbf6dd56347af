/** Makes the demo that the browser tests start with, while the checks leave room for it. */
import { demoFolder } from '@honbu/server/demo-folder.ts'
import { evening } from '../../e2e/support/evening.ts'

await demoFolder(evening)
