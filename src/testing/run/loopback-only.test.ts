import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';

const REFUSED = 'only this machine is allowed';

describe('the network in tests', () => {
  it.each([
    'http://example.com/',
    'https://example.com/',
    'http://198.51.100.7/',
    'http://localhost.example.com/',
  ])('refuses %s to fetch', async (address) => {
    const refused = await fetch(address).catch((error: unknown) => error);
    expect((refused as Error).cause).toMatchObject({ message: expect.stringContaining(REFUSED) as unknown });
  });

  it('refuses the outside to node:http and node:net', async () => {
    const [byHttp] = (await once(http.get('http://example.com/'), 'error').catch((error: unknown) => [
      error,
    ])) as [Error];
    expect(byHttp.message).toContain(REFUSED);
    await expect(once(net.connect(80, 'example.com'), 'connect')).rejects.toThrow(REFUSED);
    await expect(once(net.connect({ port: 80, host: '198.51.100.7' }), 'connect')).rejects.toThrow(REFUSED);
  });

  it('leaves this machine reachable, by any of its names', async () => {
    const server = http.createServer((_request, response) => response.end('here'));
    server.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;

    expect(await (await fetch(`http://localhost:${port}/`)).text()).toBe('here');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
    const socket = net.connect(port);
    await once(socket, 'connect');
    socket.destroy();

    server.closeAllConnections();
    server.close();
  });
});
