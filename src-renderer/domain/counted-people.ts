/** Whom numbers of people count, on every page: the audience of policies and rules, and reviews of changes. */
export const COUNTED_PEOPLE = 'All people but deactivated ones count, also those who are suspended or locked out now.'
