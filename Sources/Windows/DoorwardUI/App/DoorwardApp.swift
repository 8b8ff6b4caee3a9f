#if canImport(SwiftUI)
  public import Doorward
  public import SwiftUI

  /// The scenes of an app with sign-in.
  ///
  /// ```swift
  /// @main struct NotesApp: App {
  ///   var body: some Scene {
  ///     DoorwardApp(configuration: DoorwardConfiguration(serverURL: url)) {
  ///       WindowGroup { DoorwardRequiredAuthWindow { ContentView() } }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// It makes one client for the life of the app, and gives it to the windows as `\.doorward`. Each window of Doorward gives
  /// `\.doorwardAuthState` to its views, and the URLs that open the app to a sign-in in the browser.
  public struct DoorwardApp<Content: Scene>: Scene {
    private let content: Content
    private let make: @MainActor () -> Doorward
    private let delegate: DoorwardAppDelegate?
    @State private var ownClient = ClientHolder()

    /// Makes the scenes of an app whose bundle has the server's address.
    ///
    /// The address is `server_url` of `Doorward.plist` or `Doorward.json` in the app's bundle. If there is no such file, or if it
    /// has a mistake, the state of every window is `.error` with the reason.
    ///
    /// - Parameters:
    ///   - tenantId: The name of your organization. A Doorward server has one tenant, so it is not sent.
    ///   - applicationId: The application's publishable id.
    ///   - appDelegate: The app delegate, which keeps the client.
    ///   - content: The scenes.
    public init(
      tenantId: String, applicationId: String, appDelegate: DoorwardAppDelegate,
      @SceneBuilder content: () -> Content
    ) {
      self.content = content()
      delegate = appDelegate
      make = {
        do throws(DoorwardError) {
          var configuration = try DoorwardConfiguration(bundle: .main)
          configuration.applicationID = applicationId
          return Doorward(configuration)
        } catch {
          return .withoutServer(error, showing: .error(error))
        }
      }
    }

    /// Makes the scenes of an app with a configuration.
    ///
    /// - Parameters:
    ///   - configuration: The configuration. Only the first one is used.
    ///   - appDelegate: An app delegate that keeps the client; nil if the app has another one.
    ///   - content: The scenes.
    public init(
      configuration: DoorwardConfiguration, appDelegate: DoorwardAppDelegate? = nil,
      @SceneBuilder content: () -> Content
    ) {
      self.content = content()
      delegate = appDelegate
      make = { Doorward(configuration) }
    }

    /// Makes the scenes of an app that has a client already, such as one for tests.
    public init(doorward: Doorward, @SceneBuilder content: () -> Content) {
      self.content = content()
      delegate = nil
      make = { doorward }
    }

    public var body: some Scene {
      content.environment(\.doorward, (delegate?.client ?? ownClient).client(make))
    }
  }

  /// Keeps the client of an app, because SwiftUI makes its scenes again and again.
  @MainActor final class ClientHolder {
    private(set) var doorward: Doorward?

    nonisolated init() {}

    func client(_ make: () -> Doorward) -> Doorward {
      if let doorward { return doorward }
      let made = make()
      doorward = made
      return made
    }
  }
#endif
