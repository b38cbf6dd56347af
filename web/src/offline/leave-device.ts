import { forgetAnswers } from './kept-answers.ts'
import { unsentMarks } from './mark-store.ts'

/**
 * Before somebody signs out: the registers leave the device. Marks that have not been sent stay, for that account alone,
 * and he is asked first. @returns false when he would rather stay
 */
export async function leaveDevice(
  account: string,
  ask: (question: string, yes: string) => Promise<boolean>,
): Promise<boolean> {
  const unsent = await unsentMarks(account)
  if (unsent > 0 && !(await ask(question(unsent), 'Log out all the same'))) return false
  await forgetAnswers()
  return true
}

const question = (unsent: number) =>
  unsent === 1
    ? 'One mark has not been sent yet. It stays on this device until you sign in here again.'
    : `${unsent} marks have not been sent yet. They stay on this device until you sign in here again.`
