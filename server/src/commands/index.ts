import type { Command } from './command.ts'
import type { Opened } from './open.ts'
import type { sendTestEmail as send } from './send-test-email.ts'

/** Each command by its name. Only the one that's asked for is loaded. */
export const commands: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  import: () => import('./import.ts'),
  'ledger-check': () => import('./ledger-check.ts'),
  'create-owner': () => import('./create-owner.ts'),
  'grant-operator': () => import('./grant-operator.ts'),
  'revoke-operator': () => import('./revoke-operator.ts'),
  'reset-password': () => import('./reset-password.ts'),
  'lost-second-factor': () => import('./lost-second-factor.ts'),
  'lost-key': () => import('./lost-key.ts'),
  'send-test-email': () => import('./send-test-email.ts'),
  jobs: () => import('./jobs.ts'),
  doctor: () => import('./doctor.ts'),
}

/** What the command doctor finds, for the operators' page. */
export const checkInstallation = async (opened: Opened) => (await import('./doctor.ts')).checkInstallation(opened)

/** The same for what the command send-test-email does. */
export const sendTestEmail: typeof send = async (...asked) =>
  (await import('./send-test-email.ts')).sendTestEmail(...asked)
