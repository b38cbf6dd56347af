import { IconSearch } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './Help.module.css'

interface Props {
  label: string
  value: string
  onChange: (query: string) => void
  onSubmit: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

export const SearchBox = ({ label, value, onChange, onSubmit, onKeyDown }: Props) => (
  <search>
    <form
      className={css.search}
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <input
        type="search"
        aria-label={label}
        placeholder="What would you like to know?"
        value={value}
        maxLength={200}
        autoComplete="off"
        onChange={event => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" variant="primary">
        <IconSearch size={18} aria-hidden="true" />
        Search
      </Button>
    </form>
  </search>
)
