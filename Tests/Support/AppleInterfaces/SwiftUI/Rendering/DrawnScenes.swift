/// A scene of SwiftUI's own.
protocol DrawableScene { @MainActor func draw(on screen: Screen, _ environment: EnvironmentValues) }

extension WindowGroup: DrawableScene {
  @MainActor func draw(on screen: Screen, _ environment: EnvironmentValues) {
    screen.show(window: content, environment)
  }
}
extension ChangedScene: DrawableScene {
  @MainActor func draw(on screen: Screen, _ environment: EnvironmentValues) {
    var environment = environment
    change(&environment)
    func open<S: Scene>(_ scene: S) { screen.draw(scene, environment) }
    open(content)
  }
}
extension Screen {
  /// Shows a scene inside of another one.
  func draw<S: Scene>(_ scene: S, _ environment: EnvironmentValues) { show(scene, environment) }
}
