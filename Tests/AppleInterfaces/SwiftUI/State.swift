public import Combine
public import Observation

// https://developer.apple.com/documentation/swiftui/dynamicproperty
public protocol DynamicProperty {}

// https://developer.apple.com/documentation/swiftui/state
@frozen @propertyWrapper public struct State<Value>: DynamicProperty {
  // https://developer.apple.com/documentation/swiftui/state/init(wrappedvalue:)
  public init(wrappedValue value: Value) {}
  // https://developer.apple.com/documentation/swiftui/state/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/state/projectedvalue
  public var projectedValue: Binding<Value> { fatalError() }
}
extension State: Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/binding
@frozen @propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  // https://developer.apple.com/documentation/swiftui/binding/init(get:set:)
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  // https://developer.apple.com/documentation/swiftui/binding/wrappedvalue
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  // https://developer.apple.com/documentation/swiftui/binding/projectedvalue
  public var projectedValue: Binding<Value> { self }
  // https://developer.apple.com/documentation/swiftui/binding/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    fatalError()
  }
}
extension Binding: @unchecked Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/bindable
@available(macOS 14.0, iOS 17.0, *)
@dynamicMemberLookup @propertyWrapper public struct Bindable<Value> {
  // https://developer.apple.com/documentation/swiftui/bindable/init(wrappedvalue:)
  public init(wrappedValue: Value) where Value: AnyObject, Value: Observable {
    self.wrappedValue = wrappedValue
  }
  // https://developer.apple.com/documentation/swiftui/bindable/wrappedvalue
  public var wrappedValue: Value
  // https://developer.apple.com/documentation/swiftui/bindable/projectedvalue
  public var projectedValue: Bindable<Value> { self }
}
@available(macOS 14.0, iOS 17.0, *)
extension Bindable where Value: AnyObject {
  // https://developer.apple.com/documentation/swiftui/bindable/subscript(dynamicmember:)
  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<
    Subject
  > {
    fatalError()
  }
}

// https://developer.apple.com/documentation/swiftui/environmentvalues
public struct EnvironmentValues: Sendable {
  // https://developer.apple.com/documentation/swiftui/environmentvalues/dismiss
  public var dismiss: DismissAction { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/dismissaction
@MainActor @preconcurrency public struct DismissAction {
  // https://developer.apple.com/documentation/swiftui/dismissaction/callasfunction()
  public func callAsFunction() {}
}

// https://developer.apple.com/documentation/swiftui/environment
@frozen @propertyWrapper public struct Environment<Value>: DynamicProperty {
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  // https://developer.apple.com/documentation/swiftui/environment/wrappedvalue
  public var wrappedValue: Value { fatalError() }
}
@available(macOS 14.0, iOS 17.0, *)
extension Environment {
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable {}
  // https://developer.apple.com/documentation/swiftui/environment/init(_:)
  public init<T>(_ objectType: T.Type) where Value == T?, T: AnyObject, T: Observable {}
}
extension Environment: Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/environmentobject
@MainActor @frozen @propertyWrapper @preconcurrency
public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  // https://developer.apple.com/documentation/swiftui/environmentobject/init()
  nonisolated public init() {}
  // https://developer.apple.com/documentation/swiftui/environmentobject/wrappedvalue
  @MainActor @preconcurrency public var wrappedValue: ObjectType { fatalError() }
  // https://developer.apple.com/documentation/swiftui/environmentobject/projectedvalue
  @MainActor @preconcurrency public var projectedValue: Wrapper { fatalError() }

  // https://developer.apple.com/documentation/swiftui/environmentobject/wrapper
  @MainActor @dynamicMemberLookup @frozen @preconcurrency public struct Wrapper {
    // https://developer.apple.com/documentation/swiftui/environmentobject/wrapper/subscript(dynamicmember:)
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>)
      -> Binding<Subject>
    {
      fatalError()
    }
  }
}
