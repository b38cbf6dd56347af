import { isRefusal } from '../app/api.ts'
import { showToast } from '../ui/toasts.ts'

/** Says what came of a write: what was refused, or that it is done. */
export function told(result: object, message: string): boolean {
  if (!isRefusal(result)) {
    showToast({ message })
    return true
  }
  const reasons = Object.values(result.fields ?? {}).flat()
  showToast({ message: reasons[0] ?? result.message, tone: 'bad' })
  return false
}
