import { type ReactNode, useId } from 'react'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { Group } from './candidates.ts'
import type { Outcome } from './entries.ts'
import css from './GradeGroup.module.css'

interface Props {
  group: Group
  /** The only discipline of the day need not be named each time. */
  isAlone: boolean
  canSave: boolean
  onFill: (outcome: Outcome) => void
  onClear: () => void
  children: ReactNode
}

/** Those who came with one grade, and what is the same for all of them. */
export function GradeGroup({ group, isAlone, canSave, onFill, onClear, children }: Props) {
  const headingId = useId()
  const { discipline, grade, rows } = group
  const gradeName = grade?.belt.gradeName ?? 'No grade yet'
  const name = isAlone ? gradeName : `${discipline.name}, ${gradeName}`
  return (
    <section className={css.group} aria-labelledby={headingId}>
      <div className={css.head}>
        <h2 className={css.words} id={headingId}>
          {!isAlone && <span className={css.discipline}>{discipline.name}</span>}
          {grade ? <Belt belt={grade.belt} /> : <span>{gradeName}</span>}
          <span className={css.count}>{rows.length}</span>
        </h2>
        {canSave && rows.some(row => !row.result) && (
          <div className={css.actions}>
            <Button
              variant="quiet"
              className={css.pass}
              onClick={() => onFill('pass')}
              aria-label={`Pass all: ${name}`}
            >
              Pass all
            </Button>
            <Menu
              label={`More for ${name}`}
              items={[
                { text: 'Double grade for all', onSelect: () => onFill('double') },
                { text: 'Fail all', onSelect: () => onFill('fail') },
                { text: 'Clear what is entered', onSelect: onClear },
              ]}
            />
          </div>
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be laid out as rows for one hand */}
      <div role="grid" aria-labelledby={headingId} aria-rowcount={rows.length}>
        {children}
      </div>
    </section>
  )
}
