import { IconColumns3 } from '@tabler/icons-react'
import { buttonClass } from '../Button.tsx'
import { Popover } from '../Popover.tsx'
import css from './DataGrid.module.css'

export interface ColumnChoice {
  readonly id: string
  readonly title: string
  readonly isShown: boolean
}

interface Props {
  choices: readonly ColumnChoice[]
  onShow: (id: string, isShown: boolean) => void
}

/** A button with the columns there are. */
export function GridColumns({ choices, onShow }: Props) {
  return (
    <Popover
      className={buttonClass('secondary')}
      label="Columns"
      trigger={
        <>
          <IconColumns3 size={18} aria-hidden="true" />
          <span className={css.wideOnly}>Columns</span>
        </>
      }
    >
      <div className={css.choices}>
        {choices.map(({ id, title, isShown }, index) => (
          <label key={id} className={css.choice}>
            <input
              type="checkbox"
              checked={isShown}
              // The first column is what a row is called.
              disabled={index === 0}
              onChange={event => onShow(id, event.target.checked)}
            />
            {title}
          </label>
        ))}
      </div>
    </Popover>
  )
}
