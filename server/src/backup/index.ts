export { checkBackup } from './check-backup.ts'
export { makeBackup } from './make-backup.ts'
export { contentsOf, sourceOf } from './manifest.ts'
export { restoreBackup } from './restore-backup.ts'
