import { useState } from 'react'
import css from './NewDiscipline.module.css'
import { found, type Start } from './starts.ts'

const groups = ['Empty', 'Ready-made', 'Your disciplines', 'Other clubs'] as const

interface Props {
  starts: readonly Start[]
  chosen: Start
  choose: (start: Start) => void
}

export function StartChoice({ starts, chosen, choose }: Props) {
  const [search, setSearch] = useState('')
  const shown = found(starts, search)
  return (
    <div className={css.choice}>
      <input
        type="search"
        className={css.search}
        placeholder="Judo, Shotokan, BJJ…"
        aria-label="Search ladders and disciplines"
        value={search}
        onChange={event => setSearch(event.target.value)}
      />
      <div className={css.options}>
        {groups.map(group => {
          const options = shown.filter(start => start.group === group)
          if (options.length === 0) return null
          return (
            <fieldset key={group} className={css.group}>
              <legend className={css.legend}>{group}</legend>
              {options.map(start => (
                <label key={start.key} className={css.option}>
                  <input type="radio" name="start" checked={start.key === chosen.key} onChange={() => choose(start)} />
                  <span>
                    <strong>{start.title}</strong> <span className={css.soft}>{start.detail}</span>
                  </span>
                </label>
              ))}
            </fieldset>
          )
        })}
        {shown.length === 0 && <p className={css.soft}>Nothing found. Start empty and add your own grades.</p>}
      </div>
    </div>
  )
}
