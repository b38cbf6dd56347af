import { recipes } from '@honbu/contract/automation-recipes.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './AutomationsTab.module.css'
import { recipeAddress } from './automation-address.ts'

/** What most clubs want: looked at and changed first, then saved, and switched on when it is right. */
export function RecipeList({ clubId }: { clubId: number }) {
  return (
    <Panel title="Begin with a recipe" flush>
      <ul className={css.list}>
        {recipes.map(({ key, text, fields }) => (
          <li key={key} className={css.recipe}>
            <div>
              <p className={css.name}>{fields.name}</p>
              <p className={css.facts}>{text}</p>
            </div>
            <AppLink to={recipeAddress(clubId, key)} className={buttonClass('secondary')}>
              Use<VisuallyHidden> {fields.name}</VisuallyHidden>
            </AppLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
