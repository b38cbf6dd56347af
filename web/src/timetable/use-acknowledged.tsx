import { isRefusal, type Refusal } from '../app/api.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Acknowledge.module.css'

/**
 * A write that is refused while it would take the day away from bookings or marks: names them, and does it after all when
 * that is what is wanted. `dialog` has to be drawn somewhere.
 */
export function useAcknowledged() {
  const { ask, dialog } = useConfirm()
  async function run<Result extends object>(write: (acknowledged: boolean) => Promise<Result | Refusal>) {
    const result = await write(false)
    const named = isRefusal(result) ? result.fields?.acknowledged : undefined
    if (!isRefusal(result) || !named) return result
    const text = (
      <>
        <p>{result.message}</p>
        <ul className={css.named}>
          {named.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>They are kept, but stand on no register. Tell the people concerned.</p>
      </>
    )
    const isWanted = await ask({
      title: 'Bookings or marks lose their day',
      text,
      action: 'Save anyway',
      isDanger: true,
    })
    return isWanted ? await write(true) : result
  }
  return { run, dialog }
}
