import { createServer, request as send, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * A proxy as a company has one: takes requests for any host, whether as a tunnel (CONNECT) or by their whole address, and
 * sends all of them to one place.
 */
export class ProxyServer {
  /** The hosts that were asked for. */
  readonly asked: string[] = [];
  /** Lets no tunnel through. */
  asksForLogin = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((request, response) => {
      const { host, pathname, search } = new URL(request.url ?? '', target);
      this.asked.push(host);
      const { method, headers } = request;
      const passed = send({ hostname, port, path: pathname + search, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      request.pipe(passed);
    });
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
    this.#server.on('connect', (request, client: Socket) => {
      this.asked.push(request.url ?? '');
      if (this.asksForLogin) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      const upstream = connect(Number(port), hostname, () => {
        client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      this.#sockets.add(upstream);
    });
  }

  static async start(target: string): Promise<ProxyServer> {
    const proxy = new ProxyServer(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
