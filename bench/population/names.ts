/** First names of members as they are made up. */
export const firstNames = `
  Oliver George Noah Arthur Harry Leo Muhammad Jack Charlie Oscar Jacob Henry Thomas Freddie Alfie Theo William Archie Joshua
  Alexander James Isaac Edward Lucas Finley Max Samuel Ethan Joseph Mason Daniel Benjamin Adam Sebastian Dylan Zachary Rowan
  Olivia Amelia Isla Ava Mia Ivy Lily Rosie Sophia Grace Freya Willow Florence Emily Ella Poppy Evie Elsie Charlotte Evelyn
  Sienna Sofia Daisy Phoebe Sophie Alice Harper Matilda Ruby Emilia Maya Millie Isabelle Eva Luna Jessica Ada Aria Arabella
  Anna Ann Andrew Anthony Angela Zoë Chloë Siân Seán Łukasz José Renée D'Arcy Jean-Luc Anaïs Björn`
  .trim()
  .split(/\s+/)

/** Last names. The first are meant to be far more frequent, as in life. */
export const lastNames = `
  Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts Green Hall
  Thomas Clarke Jackson Wood Harris Edwards Turner Martin Cooper Hill Ward Hughes Moore Clark King Harrison Lewis Baker Lee
  Allen Morris Khan Scott Watson Davis Parker James Bennett Young Phillips Richardson Mitchell Bailey Carter Cook Singh Shaw
  Bell Collins Morgan Kelly Begum Miller Cox Hussain Marshall Simpson Price Anderson Adams Wilkinson Ahmed Foster Ellis Murphy
  Chapman Mason Gray Ali O'Brien O'Connor Smith-Jones García Müller Nowak Wójcik Andrews Anand Hansen Chandler Stanley Rowan`
  .trim()
  .split(/\s+/)

/** What a last name may end with besides. */
export const ends = ['', '', '', 'son', 'man', 'er', 'by', 'ley', 'well', 'ton', 's', 'ford', 'field', 'wood']
