// A reporter of vitest that ends with what was skipped and why; the default one says so only of a file run alone.
export default class SkipReasons {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const reason = test.result().note ?? 'its condition does not hold here';
        console.log(`skipped: ${module.relativeModuleId}: ${test.fullName}: ${reason}`);
      }
    }
  }
}
