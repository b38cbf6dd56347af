import { Popover } from '@base-ui/react/popover'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import css from './ClubPicker.module.css'

interface Club {
  readonly id: number
  readonly name: string
}

interface Props {
  clubs: readonly Club[]
  /** Undefined: all of them. */
  chosen: readonly number[] | undefined
  onChoose: (clubIds: number[] | undefined) => void
}

/** All clubs or some, of many: ticked in peace, and shown at a press. */
export function ClubPicker({ clubs, chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.field}>
      <span className={css.label} aria-hidden="true">
        Clubs
      </span>
      <Popover.Root open={isOpen} onOpenChange={setOpen}>
        <Popover.Trigger className={css.button} aria-label={`Clubs: ${chosenWords(clubs, chosen)}`}>
          <span>{chosenWords(clubs, chosen)}</span>
          <IconChevronDown size={16} aria-hidden="true" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner className={css.positioner} sideOffset={4} align="start" collisionPadding={8}>
            <Popover.Popup className={css.popup} aria-label="Clubs">
              <Choice
                clubs={clubs}
                chosen={chosen}
                onShow={ids => {
                  setOpen(false)
                  onChoose(ids)
                }}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  )
}

function Choice({ clubs, chosen, onShow }: Omit<Props, 'onChoose'> & { onShow: Props['onChoose'] }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(() => new Set(chosen ?? clubs.map(({ id }) => id)))
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = clubs.filter(({ name }) => name.toLowerCase().includes(wanted))
  const isAll = clubs.every(({ id }) => ticked.has(id))
  const areShown = shown.length > 0 && shown.every(({ id }) => ticked.has(id))

  function set(ids: readonly number[], isOn: boolean) {
    setTicked(new Set(isOn ? [...ticked, ...ids] : [...ticked].filter(id => !ids.includes(id))))
  }

  return (
    <form
      style={{ display: 'contents' }}
      onSubmit={event => {
        event.preventDefault()
        if (ticked.size > 0) onShow(isAll ? undefined : [...ticked])
      }}
    >
      {clubs.length > 8 && (
        <input
          type="search"
          className={css.find}
          placeholder="Find a club"
          aria-label="Find a club"
          value={text}
          onChange={event => setText(event.target.value)}
        />
      )}
      <div className={css.tools}>
        <Button
          variant="quiet"
          onClick={() =>
            set(
              shown.map(({ id }) => id),
              !areShown,
            )
          }
        >
          {areShown ? 'Untick' : 'Tick'} {wanted ? 'those found' : 'all'}
        </Button>
        <span className={css.count} role="status">
          {ticked.size} of {clubs.length}
        </span>
      </div>
      <div className={css.list}>
        {shown.map(({ id, name }) => (
          <label key={id} className={css.club}>
            <input type="checkbox" checked={ticked.has(id)} onChange={event => set([id], event.target.checked)} />
            {name}
          </label>
        ))}
        {shown.length === 0 && <p className={css.none}>No club of this name.</p>}
      </div>
      <div className={css.end}>
        <Button type="submit" variant="primary" disabled={ticked.size === 0}>
          Show
        </Button>
      </div>
    </form>
  )
}

/** 'All 12 clubs', 'Leeds', '3 of 12 clubs' */
export function chosenWords(clubs: readonly Club[], chosen: readonly number[] | undefined): string {
  if (!chosen) return clubs.length === 1 ? (clubs[0]?.name ?? '') : `All ${clubs.length} clubs`
  const [first] = chosen
  const name = chosen.length === 1 && clubs.find(({ id }) => id === first)?.name
  return name || `${chosen.length} of ${clubs.length} clubs`
}
