import DoorwardAdministration
package import DoorwardHTTP
import DoorwardPhotos
package import DoorwardSessions
package import DoorwardStore

/// The account service of an installation without listeners.
///
/// Benchmarks use it to measure the server without the network.
package struct SocketlessServer: Sendable {
  package let origin: WebOrigin
  package let store: any Store
  private let service: HTTPService
  private let photos: PhotoWorker

  /// Opens the installation, as ``Server/start(_:logger:clock:)`` does, and does not listen.
  package static func open(
    _ configuration: ServerConfiguration, logger: Logger, clock: WallClock = .system
  ) async throws -> SocketlessServer {
    let metrics = Metrics()
    let installation = try await Installation.open(configuration, clock: clock).metered(by: metrics)
    do {
      let origin = configuration.derivedOrigin
      let applications = try await LiveApplications(
        configuration, seal: SettingsSeal(key: installation.key(for: .settings)), origin: origin,
        store: installation.store, clock: clock,
        signingKeys: installation.signingKeys, logger: logger)
      let photos = try await PhotoWorker(.own)
      let assembly = try ServerAssembly(
        installation, metrics, applications.configuration, logger, clock, base: configuration,
        applications: applications.directory, origin: origin, walletOrigin: nil, photos: photos)
      return SocketlessServer(
        origin: origin, store: installation.store, service: assembly.accountService(),
        photos: photos)
    } catch {
      await installation.store.close()
      throw error
    }
  }

  package func respond(to request: HTTPRequest) async -> HTTPResponse { await service.respond(to: request) }

  package func close() async {
    photos.close()
    await store.close()
  }
}
