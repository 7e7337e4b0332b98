/** The parts of the id of a delivery, `<endpoint>:<event>`, for the path of its page. */
export function deliveryParams(deliveryId: string): { readonly id: string; readonly event: string } {
  const [id = '', event = ''] = deliveryId.split(':');
  return { id, event };
}
