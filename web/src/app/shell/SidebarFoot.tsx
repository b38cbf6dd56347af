import { version } from '@honbu/contract/version.ts'
import { useState } from 'react'
import { chooseTheme, chosenTheme, type Theme } from '../theme.ts'
import css from './SidebarFoot.module.css'

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

export function SidebarFoot() {
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <footer className={css.foot}>
      <label className={css.theme}>
        Theme
        <select
          value={theme}
          onChange={event => {
            const [chosen = 'system'] = themes.find(([each]) => each === event.target.value) ?? []
            chooseTheme(chosen)
            setTheme(chosen)
          }}
        >
          {themes.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <span className={css.version}>v{version}</span>
    </footer>
  )
}
