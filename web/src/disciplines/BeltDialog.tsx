import { useWatch } from 'react-hook-form'
import { Belt } from '../ui/Belt.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ColourField } from '../ui/form/choices.tsx'
import { NumberField, SelectField } from '../ui/form/fields.tsx'
import { beltColours } from './belt-colours.ts'
import css from './GradeTable.module.css'
import { drawn } from './GradeTableRow.tsx'
import type { GradeRows } from './use-grade-table.ts'

interface Props {
  rows: GradeRows
  rowKey: string
  onClose: () => void
}

/** The look of one belt. It changes in the table at once, and is saved with it. */
export function BeltDialog({ rows: { form }, rowKey, onClose }: Props) {
  const row = useWatch({ control: form.control, name: `rows.${rowKey}` })
  const at = `rows.${rowKey}` as const
  return (
    <Dialog
      title={`Belt of ${row.gradeName || 'the grade'}`}
      isOpen
      isWide
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <div className={css.beltFields}>
        <p className={css.preview}>
          <Belt belt={drawn(row)} />
        </p>
        <ColourField {...form.field(`${at}.colour`)} label="Colour" swatches={beltColours} />
        <ColourField {...form.field(`${at}.colourTwo`)} label="Second colour" swatches={beltColours} canBeNone />
        {row.colourTwo !== null && (
          <SelectField
            {...form.field(`${at}.pattern`)}
            label="Second colour is"
            options={[
              { value: 'halves', text: 'half the belt, lengthwise' },
              { value: 'line', text: 'a line along the middle' },
              { value: 'blocks', text: 'blocks' },
            ]}
          />
        )}
        <ColourField
          {...form.field(`${at}.stripe`)}
          label="Tag or sleeve"
          hint="Near the end of the belt. Bars are drawn on it."
          swatches={beltColours}
          canBeNone
        />
        <NumberField {...form.field(`${at}.bars`)} label="Bars" hint="Mon tabs, stripes, dans: 0 to 10." />
        {row.bars > 0 && (
          <ColourField
            {...form.field(`${at}.barColour`)}
            label="Bar colour"
            hint="Leave at – for one that shows up."
            swatches={beltColours}
            canBeNone
          />
        )}
      </div>
    </Dialog>
  )
}
