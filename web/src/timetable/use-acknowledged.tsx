import { isRefusal, type Refusal } from '../app/api.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Acknowledge.module.css'

interface Seen {
  acknowledged: boolean
  notify: boolean
}

interface Options {
  title?: string
  action?: string
  /** On the button that changes nothing. */
  dismiss?: string
  /** It takes something away. */
  isDanger?: boolean
  /** The user can save without telling anyone. */
  canStaySilent?: boolean
}

/**
 * A write that concerns people: shows who they are and what becomes of their places, and saves once the user agrees.
 * Draw `dialog` somewhere.
 */
export function useAcknowledged({
  title = 'Save this change?',
  action = 'Save change',
  dismiss = 'Cancel',
  isDanger = true,
  canStaySilent = false,
}: Options = {}) {
  const { ask, dialog } = useConfirm()
  async function run<Result extends object>(write: (seen: Seen) => Promise<Result | Refusal>) {
    const result = await write({ acknowledged: false, notify: true })
    const named = isRefusal(result) ? result.fields?.acknowledged : undefined
    if (!isRefusal(result) || !named) return result
    let notify = true
    const text = (
      <>
        <p>{result.message}</p>
        <ul className={css.named}>
          {named.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {canStaySilent && (
          <label className={css.silent}>
            <input type="checkbox" onChange={event => (notify = !event.target.checked)} />
            Don’t notify anyone
          </label>
        )}
      </>
    )
    const isWanted = await ask({ title, text, action, dismiss, isDanger })
    return isWanted ? await write({ acknowledged: true, notify }) : result
  }
  return { run, dialog }
}
