import { foyer } from '../../foyer';

// Passes Foyer's paths on to Foyer. Where a load balancer does that, this file is not needed.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = foyer.handlers;
