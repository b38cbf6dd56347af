import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { MemberSearch } from '../members/MemberSearch.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import css from './LinkedPanel.module.css'

interface Found {
  readonly memberId: number
  readonly firstName: string
  readonly lastName: string
}

interface Props {
  memberId: number
  onFound: (member: Found) => void
  onClose: () => void
}

/** Finds the other one by name, code, e-mail or phone. */
export function AddLink({ memberId, onFound, onClose }: Props) {
  const [problem, setProblem] = useState('')
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes what the button beside the box closes */}
      <div
        className={css.add}
        onKeyDown={event => {
          if (event.key === 'Escape' && !event.defaultPrevented) onClose()
        }}
      >
        <div className={css.search}>
          <MemberSearch
            autoFocus
            onSelect={({ id, firstName, lastName }) => {
              if (id === memberId) return setProblem('Nobody is linked with himself or herself.')
              onFound({ memberId: id, firstName, lastName })
            }}
          />
        </div>
        <IconButton label="Close" icon={<IconX size={20} aria-hidden="true" />} onClick={onClose} />
      </div>
      <p role="alert" className={css.problem}>
        {problem}
      </p>
    </>
  )
}
