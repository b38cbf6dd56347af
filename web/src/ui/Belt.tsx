import { beltBox, beltShapes, type DrawnBelt } from '@honbu/contract/belt-shapes.ts'
import css from './Belt.module.css'

interface Props {
  belt: DrawnBelt & { gradeName: string }
  /** The bar alone, where the name stands elsewhere. */
  barOnly?: boolean
}

/** A belt: a small coloured bar beside the name of the grade. Drawn, not a background, so that it is printed too. */
export function Belt({ belt, barOnly = false }: Props) {
  const { gradeName } = belt
  return (
    <span className={css.belt}>
      <svg
        className={css.bar}
        viewBox="0 0 28 10"
        {...beltBox}
        role="img"
        aria-hidden={!barOnly}
        aria-label={gradeName}
      >
        {barOnly && <title>{gradeName}</title>}
        {beltShapes(belt).map(shape => (
          <rect key={`${shape.x} ${shape.y} ${shape.width}`} {...shape} />
        ))}
        <rect className={css.outline} x=".5" y=".5" width="27" height="9" rx="1.5" />
      </svg>
      {!barOnly && <span className={css.name}>{gradeName}</span>}
    </span>
  )
}
