import { useAddress } from '../ui/address.ts'
import { Switch } from '../ui/Switch.tsx'

/** Whether archived entries are shown stands in the address, as all of the grid does. */
export const useArchived = () => useAddress().search.archived === '1'

export function ArchivedSwitch() {
  const { setSearch } = useAddress()
  return (
    <Switch isOn={useArchived()} onChange={isOn => setSearch({ archived: isOn ? '1' : undefined, page: undefined })}>
      Also archived ones
    </Switch>
  )
}
