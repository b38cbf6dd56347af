/** The usual colours of belts, to choose from. */
export const beltColours = [
  { colour: '#ffffff', name: 'White' },
  { colour: '#f5d142', name: 'Yellow' },
  { colour: '#f08c2e', name: 'Orange' },
  { colour: '#c0392b', name: 'Red' },
  { colour: '#2e8b57', name: 'Green' },
  { colour: '#2f6fce', name: 'Blue' },
  { colour: '#7d4fa8', name: 'Purple' },
  { colour: '#7a4a2b', name: 'Brown' },
  { colour: '#1b1b1b', name: 'Black' },
  { colour: '#8f959c', name: 'Grey' },
  { colour: '#d4af37', name: 'Gold' },
  { colour: '#b9bec6', name: 'Silver' },
] as const

/** Colours for a discipline on the schedule: far enough apart to tell, dark enough to see on paper. */
export const disciplineColours = [
  { colour: '#30508f', name: 'Indigo' },
  { colour: '#1f7a8c', name: 'Teal' },
  { colour: '#2e8b57', name: 'Green' },
  { colour: '#a06a00', name: 'Ochre' },
  { colour: '#b5482a', name: 'Rust' },
  { colour: '#a32424', name: 'Red' },
  { colour: '#8a3d77', name: 'Plum' },
  { colour: '#5a5f66', name: 'Grey' },
] as const
