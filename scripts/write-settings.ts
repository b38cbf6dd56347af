/** Writes docs/settings.md from the settings in the code. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { settingsPage } from './docs/settings-page.ts'

writeFileSync(path.resolve(import.meta.dirname, '../docs/settings.md'), settingsPage())
