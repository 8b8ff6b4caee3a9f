import Doorward
import Foundation
import SwiftUI
import Testing

@testable import DoorwardUI

@MainActor struct AppTests {
  private struct Probe: View {
    @Environment(\.doorward) private var doorward
    @Environment(\.doorwardAuthState) private var state
    var body: some View {
      Text(verbatim: "\(ObjectIdentifier(doorward))")
      if case .error(let error) = state { Text(verbatim: error.code.rawValue) }
    }
  }

  @Test func scenesShareOneClient() {
    let delegate = DoorwardAppDelegate()
    var configuration = DoorwardConfiguration(serverURL: URL(string: "https://accounts.test")!)
    configuration.storage = InMemorySessionStorage()
    func app() -> some Scene {
      DoorwardApp(configuration: configuration, appDelegate: delegate) {
        WindowGroup { DoorwardOptionalAuthWindow { Probe() } }
      }
    }
    let (first, second) = (Screen(scene: app()), Screen(scene: app()))
    #expect(first.dump == second.dump)
    let client = delegate.doorward.map { "\(ObjectIdentifier($0))" }
    #expect(client.map { first.shows($0) } == true)
  }

  @Test func missingConfigurationIsTheStateOfTheWindow() {
    let screen = Screen(
      scene: DoorwardApp(
        tenantId: "my-tenant-id", applicationId: "my-application-id", appDelegate: DoorwardAppDelegate()
      ) {
        WindowGroup { DoorwardOptionalAuthWindow { Probe() } }
      })
    #expect(screen.shows("invalid_configuration"))
  }

  @Test(.timeLimit(.minutes(1))) func urlThatOpensTheAppReachesTheClient() async throws {
    let scene = try await SignInScene()
    let screen = Screen(
      scene: DoorwardApp(doorward: scene.doorward) {
        WindowGroup { DoorwardOptionalAuthWindow { Text("App") } }
      })
    #expect(screen.shows("App"))
    // No sign-in waits for it, so nothing changes.
    screen.open(URL(string: "app://callback?code=1")!)
    #expect(screen.shows("App"))
  }
}
