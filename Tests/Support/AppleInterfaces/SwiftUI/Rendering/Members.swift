/// A view to whose members SwiftUI applies a modifier, instead of to the view itself: a group, or a modified one.
///
/// "The modifier applies to all members of the group — and not to the group itself. For example, if you apply
/// `onAppear(perform:)` to the above group, it applies to all of the views produced by the `if isLoggedIn` conditional, and it
/// executes every time `isLoggedIn` changes."
// https://developer.apple.com/documentation/swiftui/group
protocol HasMembers {
  /// The branches of the conditions that the members are in; nil if there is no condition. A modifier of members in another branch
  /// is another one, without the state of the one before.
  var branches: String? { get }
}

extension Group: HasMembers where Content: View {
  var branches: String? { (content as? any Conditional)?.path }
}

/// A condition in a view builder.
private protocol Conditional { var path: String { get } }

extension _ConditionalContent: Conditional {
  fileprivate var path: String {
    switch branch {
    case .first(let view): "1" + ((view as? any Conditional)?.path ?? "")
    case .second(let view): "2" + ((view as? any Conditional)?.path ?? "")
    }
  }
}

/// A modified view.
private protocol Modified: HasMembers {
  associatedtype Content
  var content: Content { get }
}

extension Modified {
  var branches: String? { (content as? any HasMembers)?.branches }
}

extension AppearingView: Modified {}
extension WorkingView: Modified {}
extension WatchingView: Modified {}
extension PresentingView: Modified {}
extension AlertingView: Modified {}
extension ExportingView: Modified {}
extension ChangedView: Modified {}
extension LayeredView: Modified {}
extension ToolbarView: Modified {}
extension FocusedView: Modified {}
extension SubmittingView: Modified {}
extension ModifiedContent: Modified {}
