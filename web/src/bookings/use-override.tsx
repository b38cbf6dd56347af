import { useId } from 'react'
import { isRefusal, type Refusal } from '../app/api.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Override.module.css'

/**
 * A booking or enrolment of someone who has left, or is of another age or grade than the class is for: shows why, and goes
 * on with a reason. Draw `dialog` somewhere.
 */
export function useOverride(action: string) {
  const { ask, dialog } = useConfirm()
  const id = useId()
  async function run<Result extends object>(write: (overrideReason?: string) => Promise<Result | Refusal>) {
    const result = await write()
    const warnings = isRefusal(result) ? result.fields?.overrideReason : undefined
    if (!warnings) return result
    let reason = ''
    const text = (
      <>
        {warnings.map(warning => (
          <p key={warning}>{warning}</p>
        ))}
        <label className={css.reason} htmlFor={id}>
          Reason
          <input
            id={id}
            type="text"
            maxLength={200}
            data-autofocus=""
            onChange={event => {
              reason = event.target.value.trim()
            }}
          />
        </label>
      </>
    )
    const isWanted = await ask({ title: `${action} anyway?`, text, action: `${action} anyway` })
    if (!isWanted) return result
    return await write(reason || 'No reason given')
  }
  return { run, dialog }
}
