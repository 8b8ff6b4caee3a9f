#if os(Linux)
  // Apps that import DoorwardGTK use the results, the contents and the methods of the flow.
  @_exported public import DoorwardFlow
#endif
