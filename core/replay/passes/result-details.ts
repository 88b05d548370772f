import { always, definePass } from '../pass';
import { editMessages, placeOf } from '../traced';

/** Pass 12, and part of pass 21: what a tool noted for people is no part of its result. */
export const resultDetails = definePass('result-details', always, (messages, _context, report) =>
  editMessages(messages, (message, fields) => {
    if (fields.role !== 'toolResult' || !Object.hasOwn(fields, 'details')) return message;
    report('removed', placeOf(message, 'details'), 'Details are notes for people; the model gets the content alone.');
    const { details: _, ...rest } = fields;
    return { ...message, value: rest };
  }),
);
