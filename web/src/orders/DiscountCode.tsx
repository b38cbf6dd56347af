import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './Orders.module.css'

interface Props {
  code: string | null
  /** Why it takes nothing off. */
  problem: string
  onCode: (code: string | null) => void
}

/** What the member says to get a discount. Left without pressing Apply it counts too: nobody pays more by forgetting it. */
export function DiscountCode({ code, problem, onCode }: Props) {
  const [text, setText] = useState(code ?? '')
  const said = text.trim() || null
  return (
    <form
      className={css.code}
      onSubmit={event => {
        event.preventDefault()
        onCode(said)
      }}
    >
      <input
        className={css.input}
        aria-label="Discount code"
        placeholder="Discount code"
        maxLength={40}
        value={text}
        onChange={event => setText(event.target.value)}
        onBlur={() => onCode(said)}
      />
      <Button type="submit" disabled={said === code}>
        Apply
      </Button>
      <span role="status">
        {problem && (
          <span className={css.problem}>
            <IconAlertTriangle size={16} aria-hidden="true" />
            {problem}
          </span>
        )}
      </span>
    </form>
  )
}
