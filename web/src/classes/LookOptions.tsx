import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { IconButton } from '../ui/IconButton.tsx'
import { Switch } from '../ui/Switch.tsx'
import css from './LookOptions.module.css'
import type { Look } from './use-look.ts'

interface Props {
  look: Look
  onChange: (part: Partial<Look>) => void
}

const columns = [
  ['grade', 'Grade'],
  ['status', 'Status'],
  ['flags', 'Flags'],
  ['last', 'Last attendance'],
  ['isCompact', 'Close together'],
] as const

/** What the rows show. Opens in place, so that its effect is seen at once. */
export function LookOptions({ look, onChange }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <IconButton
        label="What the rows show"
        icon={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <fieldset className={css.options} id={id}>
          <legend className={css.legend}>What the rows show</legend>
          {columns.map(([part, text]) => (
            <Switch key={part} isOn={look[part]} onChange={isOn => onChange({ [part]: isOn })}>
              {text}
            </Switch>
          ))}
        </fieldset>
      )}
    </>
  )
}
